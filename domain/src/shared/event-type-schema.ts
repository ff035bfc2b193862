// Zod schema of event types. Not in event-type.ts, so that pages which only use their names do not download Zod.

import * as z from 'zod/mini'
import { bandEventTypes, eventTypes } from './event-type.ts'

export const BandEventTypeSchema = z.enum(bandEventTypes)
export const EventTypeSchema = z.enum(eventTypes)
