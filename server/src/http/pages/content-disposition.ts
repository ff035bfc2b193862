// The Content-Disposition header (RFC 6266), whose file name may have other characters than ASCII (RFC 8187).

// Characters that a file system refuses, and the quotation mark, which would end the header value.
const unwantedCharacters = /["*/:<>?\\|]/g

type FileName = { name: string; extension: string; defaultName: string }

/** The header value, with the name in ASCII and, if it differs, in UTF-8 (`filename*`). `defaultName` replaces a name without ASCII. */
export function formatContentDisposition(
  kind: 'attachment' | 'inline',
  { name, extension, defaultName }: FileName,
): string {
  const full = tidyFileName(name.replace(unwantedCharacters, ' '))
  const plain = tidyFileName(
    full
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^ -~]/g, ' ')
      .replace(unwantedCharacters, ' '),
  )
  const plainName = `filename="${plain || defaultName}.${extension}"`
  return full === plain || full === ''
    ? `${kind}; ${plainName}`
    : `${kind}; ${plainName}; filename*=UTF-8''${encodeParameter(`${full}.${extension}`)}`
}

/** Collapses spaces, and trims spaces, dots and leading dashes: a leading dot hides a file, a leading dash reads as an option. */
function tidyFileName(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/^[\s.-]+|[\s.]+$/g, '')
}

/** encodeURIComponent leaves four characters that RFC 8187 does not allow in a parameter. */
function encodeParameter(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
