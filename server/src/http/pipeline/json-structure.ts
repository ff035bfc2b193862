// Refuses large JSON of a shape that no client sends and that blocks the server for seconds: 10 MB of brackets, or of names of fields. Each
// object and array of a band file takes 30 bytes and more, so the largest one has fewer than 400,000, on ten levels. The points of markup in a zip
// take 16 bytes each: one chart has more than 400,000 only if over 30 members fill their layers.

const maxLevels = 32
const maxFields = 1000
const maxContainers = 400_000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether the JSON text is within the limits above, so that parsing it does not block the event loop. The text may be invalid JSON. */
export function isParsableInTime(json: Uint8Array): boolean {
  const fieldsAtLevel = new Uint16Array(maxLevels + 1)
  let level = 0
  let containers = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === openArray || byte === openObject) {
      level += 1
      containers += 1
      if (level > maxLevels || containers > maxContainers) return false
      fieldsAtLevel[level] = 0
    } else if (byte === closeArray || byte === closeObject) level = Math.max(0, level - 1)
    else if (byte === colon && ++fieldsAtLevel[level]! > maxFields) return false
  }
  return true
}
