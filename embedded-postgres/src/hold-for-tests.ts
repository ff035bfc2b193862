// Another Gaffer for the tests, as far as the database is concerned: owns a cluster until it is killed.
import { startEmbedded } from './embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
await startEmbedded({ dataDir, log: (line) => console.log(line) })
console.log('holding')
