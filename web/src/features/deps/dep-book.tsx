// The band's dep book. Only admins and owners can change it and see the phone numbers.

import { canManageDeps } from '@gaffer/domain/deps/dep'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { formatUkMobile } from '@gaffer/domain/shared/phone'
import { ContactRound, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { type Dep } from './queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { DepDialog } from './dep-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

export function DepBook({ membership }: { membership: OwnMembership }) {
  const { bandId } = membership
  const canManage = canManageDeps(membership)
  const deps = useEndpoint('GET /api/bands/:bandId/deps', { params: { bandId } })
  const [isAdding, setAdding] = useState(false)
  const addButton = canManage && (
    <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
      <UserRoundPlus aria-hidden="true" className="size-5" />
      Add a dep
    </Button>
  )
  const count = deps.data?.length ?? 0
  return (
    <section aria-labelledby="deps">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="deps" className="flex items-baseline gap-2 text-lg font-bold">
          Dep book
          {count > 0 && <span className="text-base font-semibold text-muted tabular-nums">{count}</span>}
        </h2>
        {count > 0 && addButton}
      </div>
      <QueryState
        query={deps}
        fallback={depMessages.bookNotRead}
        loading={
          <SkeletonGroup label="Loading the dep book">
            <Skeleton className="h-18" />
          </SkeletonGroup>
        }
      >
        {(data) => <DepList bandId={bandId} deps={data} canManage={canManage} addButton={addButton} />}
      </QueryState>
      {isAdding && <DepDialog bandId={bandId} dep={null} onClose={() => setAdding(false)} />}
    </section>
  )
}

type ListProps = { bandId: string; deps: readonly Dep[]; canManage: boolean; addButton: ReactNode }

function DepList({ bandId, deps, canManage, addButton }: ListProps) {
  const [openDialog, setOpenDialog] = useState<{ what: 'form' | 'deletion'; dep: Dep } | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      {deps.length === 0 ? (
        <EmptyState
          icon={<ContactRound aria-hidden="true" className="size-10" />}
          title={depMessages.bookEmpty}
          text={canManage ? depMessages.bookPurpose : `${depMessages.bookPurpose} ${depMessages.bookKeepers}`}
          action={addButton}
        />
      ) : (
        <ul aria-label="Deps" className="grid grid-cols-1 gap-2">
          {deps.map((dep) => (
            <DepCard
              key={dep.id}
              dep={dep}
              canManage={canManage}
              onEdit={() => setOpenDialog({ what: 'form', dep })}
              onDelete={() => setOpenDialog({ what: 'deletion', dep })}
            />
          ))}
        </ul>
      )}
      {openDialog?.what === 'form' && <DepDialog bandId={bandId} dep={openDialog.dep} onClose={close} />}
      {openDialog?.what === 'deletion' && <DeleteDepDialog bandId={bandId} dep={openDialog.dep} onClose={close} />}
    </>
  )
}

type CardProps = { dep: Dep; canManage: boolean; onEdit: () => void; onDelete: () => void }

function DepCard({ dep, canManage, onEdit, onDelete }: CardProps) {
  const { name, instrument, note, phone, doNotAsk } = dep
  return (
    <li className={`${cardClassName} flex flex-wrap items-center gap-x-3 py-3 pr-2 pl-4`}>
      <div className="min-w-0 flex-1 basis-24 py-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 break-words">{name}</span>
          {doNotAsk && <Badge>Don’t ask</Badge>}
        </p>
        <p className="text-sm break-words text-muted">{[instrument, note].filter(Boolean).join(' · ')}</p>
        {doNotAsk && <p className="text-sm break-words text-muted">{depMessages.doNotAsk(name)}</p>}
        {phone !== null && (
          <a
            href={`tel:${phone}`}
            className="inline-flex min-h-11 items-center text-sm text-text underline underline-offset-4 tabular-nums"
          >
            {formatUkMobile(phone)}
          </a>
        )}
      </div>
      {canManage && (
        <div className="ml-auto flex">
          <IconButton
            label={`Change ${name}`}
            icon={<Pencil aria-hidden="true" className="size-5" />}
            onClick={onEdit}
          />
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={onDelete}
          />
        </div>
      )}
    </li>
  )
}

function DeleteDepDialog({ bandId, dep, onClose }: { bandId: string; dep: Dep; onClose: () => void }) {
  const remove = useChange('DELETE /api/bands/:bandId/deps/:depId', {
    changes: 'deps',
    failure: { title: depMessages.notDeleted },
    isDoneIfNotFound: true,
  })

  async function confirmDeletion() {
    const deletedDep = await remove.send({ params: { bandId, depId: dep.id } })
    if (deletedDep) showToast({ title: depMessages.deletedDep, text: dep.name })
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={depMessages.askDelete(dep.name)}
      text={depMessages.deleteWarning}
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={() => void confirmDeletion()}
      onCancel={onClose}
    />
  )
}
