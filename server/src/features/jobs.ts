import type { Deps } from '#deps.ts'
import { sendInvitationJob, sendQueuedInvitation } from '#features/invitations/send-invitation.ts'
import { sendEmailCodeJob, sendQueuedEmailCode } from '#features/notice-emails/service.ts'
import { sendCodeJob, sendQueuedCode } from '#features/auth/send-code.ts'

export async function registerJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(sendInvitationJob, (payload) => sendQueuedInvitation(deps, payload))
  await deps.jobs.work(sendEmailCodeJob, (payload) => sendQueuedEmailCode(deps, payload))
  await deps.jobs.work(sendCodeJob, (payload) => sendQueuedCode(deps, payload))
}
