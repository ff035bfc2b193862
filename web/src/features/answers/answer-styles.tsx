import type { AnswerValue } from '@gaffer/domain/events/event'
import { Check, CircleQuestionMark, X, type LucideIcon } from 'lucide-react'

type AnswerStyle = {
  Icon: LucideIcon
  text: string
  /** The background class of the chosen button. */
  filled: string
  /** The class that sets the CSS variable `--tone`, which `color-mix` uses. */
  tone: string
}

export const answerStyles: Record<AnswerValue, AnswerStyle> = {
  yes: { Icon: Check, text: 'text-success', filled: 'bg-success', tone: '[--tone:var(--success)]' },
  maybe: { Icon: CircleQuestionMark, text: 'text-warn', filled: 'bg-warn', tone: '[--tone:var(--warn)]' },
  no: { Icon: X, text: 'text-danger', filled: 'bg-danger', tone: '[--tone:var(--danger)]' },
}

export function AnswerIcon({ answer, className = 'size-5' }: { answer: AnswerValue; className?: string }) {
  const { Icon } = answerStyles[answer]
  return <Icon aria-hidden="true" strokeWidth={2.5} className={`shrink-0 ${className}`} />
}
