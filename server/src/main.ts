import { runGaffer, createFounderInvitationLines } from './run.ts'

await runGaffer(createFounderInvitationLines)
