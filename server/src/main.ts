import { runGaffer, welcomeFounder } from '#run.ts'

await runGaffer(welcomeFounder)
