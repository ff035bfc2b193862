// Splits a calendar file into the components that busy times depend on, without their titles and texts.

/** `name` is in capitals. `params` is the text between name and value. */
export type CalendarProperty = { name: string; params: string; value: string }

export type CalendarComponents = {
  /** The VTIMEZONE components as text, by TZID. */
  zones: Map<string, string>
  /** The name of the calendar (X-WR-CALNAME). Google writes the owner's mail address here. */
  name: string
  /** The properties of one VEVENT at a time. */
  events(): Generator<CalendarProperty[]>
}

/** The file is not a calendar, or is cut off. */
export class NotACalendarError extends Error {}

const eventProperties = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'ATTENDEE',
])

export function splitCalendar(text: string): CalendarComponents {
  const zones = new Map<string, string>()
  let [name, isStarted, isComplete] = ['', false, false]
  let zone: string[] = []
  for (const { path, property, line } of readProperties(text)) {
    if (path === 'VCALENDAR') {
      if (property.name === 'BEGIN') isStarted = true
      if (property.name === 'END') isComplete = true
      if (property.name === 'X-WR-CALNAME') name = property.value.trim()
    }
    if (!isStarted) throw new NotACalendarError('The first line is not BEGIN:VCALENDAR')
    if (!path.startsWith('VCALENDAR/VTIMEZONE')) continue
    const isOuter = path === 'VCALENDAR/VTIMEZONE'
    if (isOuter && property.name === 'BEGIN') zone = []
    zone.push(line)
    if (isOuter && property.name === 'END') {
      const tzid = zone.find((one) => one.toUpperCase().startsWith('TZID'))
      if (tzid) zones.set(tzid.slice(tzid.indexOf(':') + 1), zone.join('\r\n'))
    }
  }
  if (!isComplete) throw new NotACalendarError('END:VCALENDAR is missing')
  return { zones, name, events: () => readEvents(text) }
}

function* readEvents(text: string): Generator<CalendarProperty[]> {
  let event: CalendarProperty[] = []
  for (const { path, property } of readProperties(text)) {
    if (path !== 'VCALENDAR/VEVENT') continue
    if (property.name === 'BEGIN') event = []
    else if (property.name === 'END') yield event
    else if (eventProperties.has(property.name)) event.push(property)
  }
}

/** The properties of each component within the outermost one, such as the STANDARD and DAYLIGHT parts of a VTIMEZONE. */
export function readComponents(text: string): CalendarProperty[][] {
  const components: CalendarProperty[][] = []
  for (const { path, property } of readProperties(text)) {
    if (path.split('/').length !== 2) continue
    if (property.name === 'BEGIN') components.push([])
    else if (property.name !== 'END') components.at(-1)?.push(property)
  }
  return components
}

type PropertyLine = { path: string; property: CalendarProperty; line: string }

/** `path` names the component of the line and the components around it. BEGIN and END lines belong to the component that they name. */
function* readProperties(text: string): Generator<PropertyLine> {
  const open: string[] = []
  for (const line of unfoldLines(text)) {
    const property = parseLine(line)
    if (!property) continue
    const component = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') open.push(component)
    yield { path: open.join('/'), property, line }
    if (property.name === 'END' && open.at(-1) === component) open.pop()
  }
}

/** RFC 5545 section 3.1: a line that begins with a space or a tab continues the line before. */
function* unfoldLines(text: string): Generator<string> {
  let line = ''
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const next = newline === -1 ? text.length : newline
    const end = text[next - 1] === '\r' ? next - 1 : next
    if (text[from] === ' ' || text[from] === '\t') line += text.slice(from + 1, end)
    else {
      if (line !== '') yield line
      line = text.slice(from, end)
    }
    from = next + 1
  }
  if (line !== '') yield line
}

/** Returns null for a line without a value. A colon in a quoted parameter does not begin the value. */
function parseLine(line: string): CalendarProperty | null {
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (character === '"') isQuoted = !isQuoted
    if (character !== ':' || isQuoted) continue
    const head = line.slice(0, at)
    const semicolon = head.indexOf(';')
    const name = (semicolon === -1 ? head : head.slice(0, semicolon)).toUpperCase()
    return { name, params: semicolon === -1 ? '' : head.slice(semicolon), value: line.slice(at + 1) }
  }
  return null
}

/** The value of a parameter such as TZID, without quotes; null if the property lacks the parameter. */
export function parameterOf({ params }: CalendarProperty, name: string): string | null {
  const found = new RegExp(`;${name}=("[^"]*"|[^;]*)`, 'i').exec(params)?.[1]
  return found === undefined ? null : found.replace(/^"|"$/g, '')
}
