// Which feature does which job.

import type { Deps } from '#deps.ts'
import { sendCodeJob, sendWaitingCode } from '#features/auth/send-code.ts'

export async function registerJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(sendCodeJob, (payload) => sendWaitingCode(deps, payload))
}
