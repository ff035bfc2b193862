import { splitNoteText } from '@gaffer/domain/notes/note-text'
import { splitMentions } from './mentions.ts'

type Props = { text: string; /** Names of the mentioned members. */ mentioned: readonly string[] }

/** Plain text with links and names. Links open in a tab of their own and learn nothing of this page. */
export function NoteText({ text, mentioned }: Props) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {splitNoteText(text).map((part, at) =>
        part.href === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
          <Mentions key={at} text={part.text} mentioned={mentioned} />
        ) : (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
            key={at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="font-medium break-all underline"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

function Mentions({ text, mentioned }: Props) {
  return splitMentions(text, mentioned).map((part, at) =>
    part.isMention ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no id
      <b key={at}>{part.text}</b>
    ) : (
      part.text
    ),
  )
}
