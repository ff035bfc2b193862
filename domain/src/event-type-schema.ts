// Event types as the wire carries them. Apart from event-type.ts, so that a page which only names them downloads no schema.

import * as z from 'zod/mini'
import { bandEventTypes, eventTypes } from './event-type.ts'

export const BandEventType = z.enum(bandEventTypes)
export const EventType = z.enum(eventTypes)
