// A process that owns a cluster until it is killed. Tests start it.
import { startEmbedded } from './start-embedded.ts'
import { testApplication } from './test-cluster.ts'

const [dataDir = ''] = process.argv.slice(2)
await startEmbedded({ dataDir, host: testApplication, log: (line) => console.log(line) })
console.log('owner started')
