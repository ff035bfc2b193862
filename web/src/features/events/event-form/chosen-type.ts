// The type that was chosen last in a form of a new event, in this tab. A form that Find a date opens begins with it.

import { bandEventTypes, type BandEventType } from '@gaffer/domain/shared/event-type'
import { readStored, writeStored } from '#lib/browser-storage.ts'

export function storeChosenType(type: BandEventType): void {
  writeStored('eventType', type)
}

export function readChosenType(): BandEventType | undefined {
  const stored = readStored('eventType')
  return bandEventTypes.find((type) => type === stored)
}
