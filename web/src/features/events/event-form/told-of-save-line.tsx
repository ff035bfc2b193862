import type { ComponentType } from 'react'
import { findToldOfSave, type ToldOfSaveInput, type WhoWillBeToldProps } from './told-of-save.ts'

type Props = ToldOfSaveInput & {
  Line: ComponentType<WhoWillBeToldProps>
  isOpen: boolean
  /** Null for the member's own calendar, of which nobody is told. */
  bandId: string | null
}

export function ToldOfSaveLine({ Line, isOpen, bandId, ...save }: Props) {
  const told = isOpen ? findToldOfSave(save) : null
  return told && bandId !== null && <Line bandId={bandId} {...told} />
}
