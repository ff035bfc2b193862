// Replaces the image worker process: follows the test's instructions.

import { readOrdersFromPipe } from '#features/images/image-worker-pipe.ts'

// Otherwise this process would outlive the test.
process.on('disconnect', () => process.exit())
process.send?.('ready')
for await (const { bytes } of readOrdersFromPipe(process.stdin)) {
  const order = bytes.toString()
  if (order === 'end') process.exit(1)
  if (order === 'say who you are') reply(String(process.pid))
  if (order === 'say what you know') reply(JSON.stringify(process.env))
}

function reply(text: string): void {
  process.send?.(Buffer.from(text))
}
