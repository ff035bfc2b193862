import { isCheck } from './benchmark-server.mjs'
import { findPrograms } from './engines/programs.mjs'
import { report } from './report.mjs'

/**
 * The paths of the programs. Null when a program is not installed (reports which packages to install), and in a check, because benchmarks
 * that need these programs take more than a minute.
 * @param {import('./engines/programs.mjs').Program[]} wanted
 */
export function findProgramsOrSkip(wanted) {
  const { programs, missing } = findPrograms(wanted)
  const install = missing.length > 0 ? `apt-get install --no-install-recommends ${missing.join(' ')}` : ''
  if (isCheck) report('loaded, but not run in a check', install)
  else if (missing.length > 0) report('SKIPPED, programs are missing', install)
  return isCheck || missing.length > 0 ? null : programs
}
