// Runs npm run person: for the person with that number, in the database that a running Gaffer uses or would.

import { ConfigError, readConfig } from '#config.ts'
import { openDatabase } from '#platform/db/connection.ts'
import { EmbeddedPostgresError } from '#db/embedded/errors.ts'
import { openCliDatabase } from '#platform/db/cli-database.ts'
import { Refusal } from '@gaffer/domain/refusal'
import { readErrand, WrongArguments } from './arguments.ts'
import { CannotDo, runForPerson } from './errands.ts'

try {
  const config = readConfig(process.env)
  const errand = readErrand(process.argv.slice(2), { allowDrama: config.pretend.sms })
  const { address, close } = await openCliDatabase(config)
  const db = openDatabase(address, 2)
  try {
    console.log(await runForPerson(db, errand))
  } finally {
    await db.end()
    await close()
  }
} catch (error) {
  const plain = [ConfigError, WrongArguments, CannotDo, EmbeddedPostgresError, Refusal]
  if (!(error instanceof Error) || !plain.some((kind) => error instanceof kind)) throw error
  console.error(error.message)
  process.exitCode = error instanceof ConfigError || error instanceof WrongArguments ? 2 : 1
}
