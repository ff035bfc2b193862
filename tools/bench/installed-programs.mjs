import { isCheck } from './benchmark-server.mjs'
import { findPrograms } from './engines/programs.mjs'
import { report } from './report.mjs'

/**
 * Null when one of the programs is not installed, which is reported with the packages to install, and in a check: what they are for takes
 * more than a minute.
 * @param {import('./engines/programs.mjs').Program[]} wanted
 */
export function findProgramsOrSkip(wanted) {
  const { programs, missing } = findPrograms(wanted)
  const install = missing.length > 0 ? `apt-get install --no-install-recommends ${missing.join(' ')}` : ''
  if (isCheck) report('loaded, but not run in a check', install)
  else if (missing.length > 0) report('SKIPPED, programs are missing', install)
  return isCheck || missing.length > 0 ? null : programs
}
