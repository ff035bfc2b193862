import { canExportBand, canInvite } from '@gaffer/domain/bands/access'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { AdminTab } from '@gaffer/domain/shared/search-parameters'
import { canEditPublicPage, canReadEnquiries } from '@gaffer/domain/public-page/access'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PoundSterling } from 'lucide-react'
import { Suspense } from 'react'
import { buttonClassNameFor } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { Tabs, type TabItem } from '#ui/tabs.tsx'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { MembersTab } from './members-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SpotifyTab } from './spotify-tab.tsx'

const BandStorage = lazyPart(() => import('#features/files/band-storage.tsx'), 'BandStorage')
const BandDataDownload = lazyPart(() => import('#features/band-file/band-data.tsx'), 'BandDataDownload')
const PageTab = lazyPart(() => import('./page-tab.tsx'), 'PageTab')

export function AdminPage() {
  const membership = useSelectedMembership()
  const { tab } = useSearch({ from: '/cached/signed-in/layout/admin' })
  const navigate = useNavigate()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  const open = (name: AdminTab) => void navigate({ to: '/admin', search: { tab: name }, replace: true })
  return (
    <>
      <PageHeading
        title="Manage Band"
        text={membership.band.name}
        actions={
          <Link
            to="/bands/$bandId/money"
            params={{ bandId: membership.bandId }}
            className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
          >
            <PoundSterling aria-hidden="true" className="size-5" />
            Money
          </Link>
        }
      />
      <AdminTabs membership={membership} tab={tab} onOpen={open} />
    </>
  )
}

type AdminTabsProps = { membership: OwnMembership; tab: AdminTab | undefined; onOpen: (tab: AdminTab) => void }

/**
 * The tabs for the member's access. The address may name a tab that the member cannot open, for instance after the member was an admin: the
 * first tab is then open.
 */
export function AdminTabs({ membership, tab, onOpen }: AdminTabsProps) {
  const tabs: TabItem<AdminTab>[] = [
    {
      id: 'settings',
      label: <span className="-mx-1 whitespace-nowrap">Band Settings</span>,
      panel: (
        <div key={membership.bandId} className="grid grid-cols-1 gap-10">
          <SettingsTab {...{ membership }} />
          {canInvite(membership) && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <BandStorage bandId={membership.bandId} />
            </Suspense>
          )}
          {canExportBand(membership) && (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <BandDataDownload bandId={membership.bandId} />
            </Suspense>
          )}
        </div>
      ),
    },
    { id: 'members', label: 'Members', panel: <MembersTab key={membership.bandId} {...{ membership }} /> },
    { id: 'spotify', label: 'Spotify', panel: <SpotifyTab key={membership.bandId} {...{ membership }} /> },
  ]
  if (canReadEnquiries(membership)) {
    tabs.push({
      id: 'page',
      label: canEditPublicPage(membership) ? 'Public page' : 'Enquiries',
      panel: (
        <Suspense fallback={<Skeleton className="h-128" />}>
          <PageTab key={membership.bandId} {...{ membership }} />
        </Suspense>
      ),
    })
  }
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'settings'
  return <Tabs label="Manage band" value={current} onChange={onOpen} tabs={tabs} />
}
