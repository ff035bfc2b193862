// Names of the files in a zip that Windows, macOS and Linux can all write.

import { utf8Length } from '@gaffer/domain/charts/chart-text'

const maxNameCharacters = 80
/** The limit of a path part in bytes, before a number and the extension are added: file systems allow 255. */
const maxNameBytes = 179
// Replaced by spaces: control characters, characters that Windows refuses, path separators, and invisible characters such as bidi controls.
const unwantedCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]/gu
/** Names of devices, which Windows refuses as file names, also with an extension. */
const reservedName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i

/** The name as one part of a path, without an extension; `defaultName` if no character of the name can be kept. */
export function toSafeEntryName(name: string, defaultName: string): string {
  const plain = name.normalize('NFC').replace(unwantedCharacters, ' ').replace(/\s+/g, ' ')
  const short = trimSpacesAndDots(shorten(trimSpacesAndDots(plain)))
  if (short === '') return defaultName
  return reservedName.test(short) ? `_${short}` : short
}

/** Windows drops spaces and dots at the end of a name; a dot at the beginning hides the file on macOS and Linux. */
function trimSpacesAndDots(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '')
}

function shorten(name: string): string {
  let [short, bytes] = ['', 0]
  for (const character of Array.from(name).slice(0, maxNameCharacters)) {
    bytes += utf8Length(character)
    if (bytes > maxNameBytes) break
    short += character
  }
  return short
}

/**
 * Returns a function that makes unique paths: a path that equals an earlier path, apart from case and Unicode compatibility forms (NFKC),
 * gets a number.
 */
export function createEntryPathMaker(): (folder: string, name: string, extension: string) => string {
  const taken = new Set<string>()
  return (folder, name, extension) => {
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${name}${number === 1 ? '' : ` (${number})`}${extension}`
      const key = path.normalize('NFKC').toLowerCase().toUpperCase()
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  }
}
