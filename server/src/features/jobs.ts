import type { Deps } from '#deps.ts'
import { sendInvitationJob, sendWaitingInvitation } from '#features/invitations/send-invitation.ts'
import { sendCodeJob, sendWaitingCode } from '#features/auth/send-code.ts'

export async function registerJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(sendInvitationJob, (payload) => sendWaitingInvitation(deps, payload))
  await deps.jobs.work(sendCodeJob, (payload) => sendWaitingCode(deps, payload))
}
