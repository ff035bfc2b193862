// In the place of the process that reads pictures: does what it is told instead.

import { readPictures } from '#features/images/image-worker-pipe.ts'

// A hung decoder would not hear of it either, but would be killed.
process.on('disconnect', () => process.exit())
for await (const told of readPictures(process.stdin)) {
  const order = told.toString()
  if (order === 'end') process.exit(1)
  if (order === 'say who you are') answer(String(process.pid))
  if (order === 'say what you know') answer(JSON.stringify(process.env))
}

function answer(text: string): void {
  process.send?.(Buffer.from(text))
}
