// Words that texts for members no longer use, because one thing has one name. Files in `allowed` may keep a word that spec.md demands.

/** @typedef {{ pattern: RegExp, use: string, allowed?: RegExp }} ReplacedWord */

/** @type {ReplacedWord[]} */
const replacedWords = [
  { pattern: /\bRetry\b|\bTry Again\b/, use: 'Try again', allowed: /profile-failure-screen|debug\/sign-in-flow-page/ },
  { pattern: /\b[Ss]etlists?\b/, use: 'set list', allowed: /app\/navigation\.ts|dashboard\/quick-tiles/ },
  { pattern: /\bnotifications?\b|\bNotifications\b/, use: 'notice', allowed: /notice-settings\/push-section/ },
  { pattern: /\b[Cc]alendar link\b|\bCopy link\b/, use: 'Subscribe' },
  { pattern: /^Pencil$/, use: 'Pencil it' },
  { pattern: /\b[Vv]etos\b/, use: 'vetoes' },
  { pattern: /\b[Pp]ractice brief\b|\b[Pp]ractice plan\b/, use: 'What to play' },
  { pattern: /\b[Cc]onflicts?\b/, use: 'clash', allowed: /landing\/feature-cards/ },
  { pattern: /\b[Ss]ubstitutes?\b|\bstand-ins?\b/, use: 'dep' },
  { pattern: /\b[Gg]ig notes\b/, use: 'gig sheet' },
]

/** Pages of the web app, texts of the domain, and what the server writes to members. @param {string} path */
const hasVisibleTexts = (path) =>
  (/^(web\/src|domain\/src)\/.*\.tsx?$/.test(path) ||
    /^server\/src\/.*(page|text|mail|message|layout)[\w-]*(?<!store)\.ts$/.test(path)) &&
  !/\.test\.tsx?$|^web\/src\/testing\/|^domain\/src\/(shared\/search-parameters|.*\bapi)\.ts$|-api\.ts$/.test(path)

const commentPattern = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
const importPattern = /^(import|export)\b[^\n]* from '[^']*'$|\bimport\('[^']*'\)/gm
const literalPattern = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const jsxTextPattern = /[>}]([^<>{}]*[A-Za-z][^<>{}]*)(?=[<{])/g

/** A sentence, or a label that begins with a capital letter: not a key, an address, a class or a query. @param {string} text */
const isText = (text) =>
  /^[A-Z][a-z]+$|[A-Za-z’',.!?]\s+\S/.test(text) && !/^(?:[\w-]+:)?\/|\b(?:GET|PUT|POST|PATCH|DELETE) \//.test(text)

/** @param {string} text */
const isCode = (text) => /^\s*[:,?)]|[;=]|\w\.\w|\w\(|&&|\|\||\b(?:const|return|import|type)\b/.test(text)

/** @param {string} text @returns {string[]} the texts of a source file that members may read */
export function visibleTextsOf(text) {
  const code = text.replaceAll(importPattern, '').replaceAll(commentPattern, '')
  const quoted = [...code.matchAll(literalPattern)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
  const written = [...code.replaceAll(literalPattern, '').matchAll(jsxTextPattern)].map(([, jsx = '']) => jsx)
  return [
    ...quoted.map((one) => one.replaceAll(/\$\{[^}]*\}/g, '…').trim()).filter(isText),
    ...written.filter((one) => !isCode(one)).map((one) => one.replaceAll(/\s+/g, ' ').trim()),
  ]
}

/** @param {{ path: string, text: string }} file @returns {string | null} */
export function describeReplacedWord({ path, text }) {
  if (!hasVisibleTexts(path)) return null
  for (const shown of visibleTextsOf(text)) {
    for (const { pattern, use, allowed } of replacedWords) {
      const word = pattern.exec(shown)?.[0]
      if (word && !allowed?.test(path)) return `shows members "${word}" ("${shown}"); write "${use}"`
    }
  }
  return null
}
