// The menu of a set list: copy, print, and delete with Undo.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Printer, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { type Setlist } from '#features/set-lists/queries.ts'
import { useUndoToastFactory } from '#features/events/use-undo.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { showToast } from '#ui/toast-store.ts'

// Its form and zod are loaded when Copy is chosen.
const NewSetlistDialog = lazyOverlay(() => import('./new-setlist.tsx'), 'NewSetlistDialog')

type Props = { setlist: Setlist; onLeaving: () => void }

export function SetlistActions({ setlist, onLeaving }: Props) {
  const { bandId } = setlist
  const [isCopying, setCopying] = useState(false)
  const navigate = useNavigate()
  const remove = useChange('DELETE /api/bands/:bandId/setlists/:setlistId', {
    changes: 'setlists',
    failure: { title: setlistMessages.setlistNotDeleted },
    isDoneIfNotFound: true,
  })
  const undo = useUndoToastFactory()

  async function removeWithUndo() {
    onLeaving()
    // Navigates before the deletion, so that the page does not show its own set list as missing.
    await navigate({ to: '/setlists', replace: true })
    // Whatever version is stored: another member may have reordered the set list, and Undo restores it.
    if (!(await remove.send({ params: { bandId, setlistId: setlist.id }, version: null }))) return
    showToast({
      title: setlistMessages.setlistDeleted,
      text: setlist.name,
      ...undo({ deleted: [{ kind: 'setlist', bandId, ids: [setlist.id] }], text: setlist.name }),
    })
  }

  return (
    <>
      <Menu align="end" trigger={<IconButton label="More" icon={<Ellipsis aria-hidden="true" className="size-5" />} />}>
        <MenuItem icon={<Copy aria-hidden="true" className="size-5" />} onSelect={() => setCopying(true)}>
          Copy
        </MenuItem>
        <MenuItem icon={<Printer aria-hidden="true" className="size-5" />} onSelect={() => setTimeout(() => print())}>
          Print
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          hint={setlistMessages.deletionEffect}
          onSelect={() => void removeWithUndo()}
        >
          Delete
        </MenuItem>
      </Menu>
      {isCopying && (
        <Suspense>
          <NewSetlistDialog bandId={bandId} copyOf={setlist} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </>
  )
}
