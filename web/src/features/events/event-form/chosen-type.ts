// The event type that was last chosen for a new event in this tab. The form that Find a date opens begins with this type.

import { bandEventTypes, type BandEventType } from '@gaffer/domain/shared/event-type'
import { readStored, writeStored } from '#lib/browser-storage.ts'

export function storeChosenType(type: BandEventType): void {
  writeStored('eventType', type)
}

export function readChosenType(): BandEventType | undefined {
  const stored = readStored('eventType')
  return bandEventTypes.find((type) => type === stored)
}
