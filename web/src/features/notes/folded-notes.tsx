// Shows only the number of notes at first. The code of the thread is loaded once the member opens it.

import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { UnreadDot } from '#ui/badge.tsx'
import type { NotesProps } from './notes-section.tsx'

const NotesSection = lazyPart(() => import('./notes-section.tsx'), 'NotesSection')

export function FoldedNotes(props: NotesProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return (
      <Suspense
        fallback={
          <SkeletonGroup label="Loading the notes">
            <Skeleton className="h-24" />
          </SkeletonGroup>
        }
      >
        <NotesSection {...props} isWithinSection />
      </Suspense>
    )
  }
  const { noteCount, hasUnreadNotes } = props
  return (
    <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
      {hasUnreadNotes && <UnreadDot label="Unread: " />}
      {noteCount === 0 ? 'Write a note' : noteCount === 1 ? '1 note' : `${noteCount} notes`}
      <ChevronDown aria-hidden="true" className="size-5" />
    </Button>
  )
}
