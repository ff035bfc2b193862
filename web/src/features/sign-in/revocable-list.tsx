// A list of sessions, linked accounts or push devices, each with a button that removes it.

import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { QueryState, type Read } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

export type RevocableItem = {
  id: string
  name: string
  Icon: LucideIcon
  details: string
  badge?: ReactNode
  /** True for an item without a remove button. */
  isFixed?: boolean
}

type ListTexts = {
  loading: string
  notLoaded: string
  revoke: string
  question: (name: string) => string
  warning: string
  revoked: (name: string) => string
}

type Props = {
  /** The items to list; undefined while they load. */
  items: readonly RevocableItem[] | undefined
  query: Omit<Read<unknown>, 'data'>
  texts: ListTexts
  revocation: { send: (id: string) => Promise<object | null>; isPending: boolean }
}

export function RevocableList({ items, query, texts, revocation }: Props) {
  const [itemToRevoke, setItemToRevoke] = useState<RevocableItem | null>(null)

  async function revokeItem({ id, name }: RevocableItem) {
    if (await revocation.send(id)) showToast({ title: texts.revoked(name) })
    setItemToRevoke(null)
  }

  return (
    <>
      <QueryState
        query={{ data: items, error: query.error, refetch: query.refetch, isFetching: query.isFetching }}
        fallback={texts.notLoaded}
        loading={
          <SkeletonGroup label={texts.loading}>
            <Skeleton className="h-18" />
          </SkeletonGroup>
        }
      >
        {(shown) => (
          <ul className={`${cardClassName} divide-y divide-hairline`}>
            {shown.map((item) => (
              <RevocableRow key={item.id} item={item} label={texts.revoke} onRevoke={() => setItemToRevoke(item)} />
            ))}
          </ul>
        )}
      </QueryState>
      <ConfirmDialog
        isOpen={itemToRevoke !== null}
        title={texts.question(itemToRevoke?.name ?? '')}
        text={texts.warning}
        confirmLabel={texts.revoke}
        isBusy={revocation.isPending}
        onConfirm={() => itemToRevoke && void revokeItem(itemToRevoke)}
        onCancel={() => setItemToRevoke(null)}
      />
    </>
  )
}

type ItemProps = { item: RevocableItem; label: string; onRevoke: () => void }

function RevocableRow({ item: { Icon, name, badge, details, isFixed }, label, onRevoke }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 break-words">{name}</span>
          {badge}
        </p>
        <p className="text-sm text-muted">{details}</p>
      </div>
      {!isFixed && (
        <Button variant="secondary" size="sm" saves onClick={onRevoke}>
          {label}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
