// RFC 6266 and RFC 8187.

// Characters that a file system refuses, and the quotation mark, which would end the header value.
const unwanted = /["*/:<>?\\|]/g

type FileName = { name: string; extension: string; defaultName: string }

/** Content-Disposition with the name in ASCII (`filename`) and in UTF-8 (`filename*`). `defaultName` is for a name without ASCII. */
export function contentDisposition(kind: 'attachment' | 'inline', { name, extension, defaultName }: FileName): string {
  const full = tidy(name.replace(unwanted, ' '))
  const plain = tidy(
    full
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^ -~]/g, ' ')
      .replace(unwanted, ' '),
  )
  const plainName = `filename="${plain || defaultName}.${extension}"`
  return full === plain || full === ''
    ? `${kind}; ${plainName}`
    : `${kind}; ${plainName}; filename*=UTF-8''${encode(`${full}.${extension}`)}`
}

/** A leading dot hides a file, and a leading dash reads as a command-line option. */
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
