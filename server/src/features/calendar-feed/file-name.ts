// Names a downloaded calendar after its band, in a header that old and new browsers read alike (RFC 6266, RFC 8187).

const defaultName = 'calendar'
// What some file system refuses in a name, and what would end the quoted string.
const unwanted = /["*/:<>?\\|]/g

/** Content-Disposition with the band's name: plain letters for everybody, the real ones for who understands them. */
export function contentDisposition(kind: 'attachment' | 'inline', bandName: string): string {
  const full = tidy(bandName.replace(unwanted, ' '))
  const plain = tidy(
    full
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^ -~]/g, ' ')
      .replace(unwanted, ' '),
  )
  const plainName = `filename="${plain || defaultName}.ics"`
  return full === plain || full === ''
    ? `${kind}; ${plainName}`
    : `${kind}; ${plainName}; filename*=UTF-8''${encode(`${full}.ics`)}`
}

/** Single spaces, and no dot or dash at the ends: those hide a file, or read as an option. */
function tidy(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/^[\s.-]+|[\s.]+$/g, '')
}

/** encodeURIComponent leaves four characters that RFC 8187 does not allow in a parameter. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
