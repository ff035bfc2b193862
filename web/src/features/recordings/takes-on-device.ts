// The takes of all events: recordings that are on this device and not sent yet.

import { useEffect, useState } from 'react'
import { deleteTake, listEndedTakes, onTakesChange, type Take } from './take-database.ts'
import { formatTimeAt } from './time-words.ts'

/** The user's takes that have ended; undefined until they are read. */
export function useTakesOnDevice(userId: string): readonly Take[] | undefined {
  const [takes, setTakes] = useState<readonly Take[]>()
  useEffect(() => {
    // If IndexedDB fails, no takes are listed.
    const read = () => void listEndedTakes(userId).then(setTakes, () => setTakes([]))
    read()
    return onTakesChange(read)
  }, [userId])
  return takes
}

export async function removeTakes(takes: readonly Take[]): Promise<void> {
  await Promise.all(takes.map(({ id }) => deleteTake(id)))
}

/** Lists the takes with their lengths: "Practice 19:00 (1:02:09), Practice 20:30 (4:05)". */
export function namesOfTakes(takes: readonly Take[]): string {
  return takes.map(({ name, seconds }) => `${name} (${formatTimeAt(seconds)})`).join(', ')
}
