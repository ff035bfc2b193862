import type { ComponentType } from 'react'
import { findNoticeOfSave, type NoticeOfSaveInput, type WhoWillBeToldProps } from './notice-of-save.ts'

type Props = NoticeOfSaveInput & {
  Line: ComponentType<WhoWillBeToldProps>
  isOpen: boolean
  /** Null for an entry of the member's own calendar, which makes no notice. */
  bandId: string | null
}

export function NoticeOfSaveLine({ Line, isOpen, bandId, ...save }: Props) {
  const notice = isOpen ? findNoticeOfSave(save) : null
  return notice && bandId !== null && <Line bandId={bandId} {...notice} />
}
