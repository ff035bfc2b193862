// Owners change the access level of another member.

import { accessLevels, canInvite, type AccessLevel } from '@gaffer/domain/bands/access'
import type { Membership } from '@gaffer/domain/bands/member'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useSaveMember } from './use-save-member.ts'

const meanings: Record<AccessLevel, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Does everything an admin can, and decides what others can do.' },
  admin: { label: 'Admin', text: 'Invites and removes members.' },
  member: { label: 'Member', text: 'Books events, edits the band settings and the practice list.' },
}

export function AccessDialog({ member, onClose }: { member: Membership; onClose: () => void }) {
  const [access, setAccess] = useState(member.access)
  const { save, isSaving } = useSaveMember(member, onClose)
  const name = useId()
  const isDirty = access !== member.access

  const saved = `${member.displayName} is ${access === 'member' ? 'a' : 'an'} ${access} now`

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      title={`What ${member.displayName} can do`}
      footer={
        <Button isWide saves isBusy={isSaving} disabled={!isDirty} onClick={() => void save({ access }, saved)}>
          Save Changes
        </Button>
      }
    >
      <div role="radiogroup" aria-label="Access" className="grid gap-2">
        {accessLevels.map((level) => (
          <label
            key={level}
            className="grid min-h-12 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-control border border-control px-4 py-3 font-semibold has-checked:border-text has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={access === level}
              onChange={() => setAccess(level)}
              className="size-4 accent-text"
            />
            {meanings[level].label}
            <span className="col-start-2 text-sm font-normal text-muted">{meanings[level].text}</span>
          </label>
        ))}
      </div>
      {!canInvite({ access }) && canInvite(member) && (
        <p className="mt-3 text-sm text-muted">Open invitations that {member.displayName} made will stop working.</p>
      )}
    </Dialog>
  )
}
