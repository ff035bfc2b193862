// The text of a note, with a list of members while a name is typed after an @.

import { noteMessages } from '@gaffer/domain/notes/note-messages'
import type { Membership } from '@gaffer/domain/bands/member'
import { limits } from '@gaffer/domain/shared/limits'
import { clsx } from 'clsx'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { inputClassNameFor } from '#ui/field.tsx'
import { useCombobox } from '#ui/use-combobox.ts'
import { matchMembers, findTypedMention } from './mentions.ts'

type Props = {
  label: string
  placeholder?: string
  text: string
  members: readonly Membership[]
  onChange: (text: string) => void
  hasFocus?: boolean
  isWrong?: boolean
}

export function NoteField({
  label,
  placeholder = 'Write a note, @ names a member',
  text,
  members,
  onChange,
  hasFocus = false,
  isWrong = false,
}: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const mention = caret === null ? null : findTypedMention(text, caret)
  const active = members.filter(({ status }) => status === 'active')
  const combobox = useCombobox({
    items: mention ? matchMembers(mention.typed, active) : [],
    keyOf: (member: Membership) => member.id,
    listLabel: 'Members',
    onChoose: insertMention,
    onDismiss: () => setCaret(null),
    isFirstActive: true,
  })

  function insertMention({ displayName }: Membership) {
    if (!mention || caret === null) return
    const before = `${text.slice(0, mention.from)}@${displayName} `
    flushSync(() => {
      onChange(before + text.slice(caret))
      setCaret(null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }

  return (
    <div className="relative grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the member has just pressed Change
        autoFocus={hasFocus}
        value={text}
        maxLength={limits.noteLength}
        placeholder={placeholder}
        aria-invalid={isWrong || undefined}
        aria-errormessage={isWrong ? `${id}-error` : undefined}
        // A text area cannot have the role combobox, so only these attributes describe the list.
        aria-autocomplete="list"
        aria-controls={combobox.inputProps['aria-controls']}
        aria-activedescendant={combobox.inputProps['aria-activedescendant']}
        onKeyDown={combobox.inputProps.onKeyDown}
        className={clsx(inputClassNameFor(), 'field-sizing-content max-h-60 min-h-12 resize-none py-3')}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
        }}
        onBlur={() => setCaret(null)}
      />
      {isWrong && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {noteMessages.noteRequired}
        </p>
      )}
      {combobox.isOpen && (
        <ul
          {...combobox.listProps}
          className="absolute bottom-full left-0 z-20 mb-1 grid w-full max-w-xs grid-cols-1 rounded-card border border-hairline bg-raised p-1 shadow-lg"
        >
          {matchMembers(mention?.typed ?? '', active).map((member) => (
            <li
              key={member.id}
              {...combobox.optionProps(member)}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 hover:bg-lit aria-selected:bg-lit"
              // On pointerdown, because the list closes when the field loses its focus, before a click.
              onPointerDown={(event) => {
                event.preventDefault()
                insertMention(member)
              }}
            >
              <MemberAvatar member={member} size="xs" isRound />
              <span className="min-w-0 truncate">{member.displayName}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
