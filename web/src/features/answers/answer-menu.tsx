// The menu in which admins and owners answer for another member.

import { answerLabels } from '@gaffer/domain/events/event-labels'
import type { AnswerValue } from '@gaffer/domain/events/event'
import { Undo2 } from 'lucide-react'
import { Menu, MenuItem } from '#ui/menu.tsx'
import type { MenuProps } from '#ui/menu-parts.ts'
import { AnswerIcon } from './answer-styles.tsx'

const answerValues = Object.keys(answerLabels) as AnswerValue[]

type Props = Pick<MenuProps, 'trigger'> & {
  answer: AnswerValue | null
  /** Called with the chosen answer; null withdraws the stored answer. */
  onAnswer: (answer: AnswerValue | null) => void
}

export function AnswerMenu({ answer, onAnswer, trigger }: Props) {
  return (
    <Menu align="end" trigger={trigger}>
      {answerValues.map((value) => (
        <MenuItem
          key={value}
          isCurrent={answer === value}
          icon={<AnswerIcon answer={value} />}
          onSelect={() => onAnswer(value)}
        >
          {answerLabels[value]}
        </MenuItem>
      ))}
      {answer !== null && (
        <MenuItem icon={<Undo2 aria-hidden="true" className="size-5 shrink-0" />} onSelect={() => onAnswer(null)}>
          Withdraw answer
        </MenuItem>
      )}
    </Menu>
  )
}
