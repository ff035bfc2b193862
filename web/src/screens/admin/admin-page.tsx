import { canExportBand } from '@gaffer/domain/bands/access'
import type { AdminTab } from '@gaffer/domain/shared/search-parameters'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSelectedMembership } from '#features/bands/queries.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { Tabs } from '#ui/tabs.tsx'
import { BandDataDownload } from '#features/band-file/band-data.tsx'
import { MembersTab } from './members-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SpotifyTab } from './spotify-tab.tsx'

export function AdminPage() {
  const membership = useSelectedMembership()
  const { tab } = useSearch({ from: '/cached/signed-in/layout/admin' })
  const navigate = useNavigate()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  const open = (name: AdminTab) => void navigate({ to: '/admin', search: { tab: name }, replace: true })
  return (
    <>
      <PageHeading title="Manage Band" text={membership.band.name} />
      <Tabs
        label="Manage band"
        value={tab ?? 'settings'}
        onChange={open}
        tabs={[
          {
            id: 'settings',
            label: <span className="-mx-1 whitespace-nowrap">Band Settings</span>,
            panel: (
              <div key={membership.bandId} className="grid grid-cols-1 gap-10">
                <SettingsTab {...{ membership }} />
                {canExportBand(membership) && <BandDataDownload bandId={membership.bandId} />}
              </div>
            ),
          },
          { id: 'members', label: 'Members', panel: <MembersTab key={membership.bandId} {...{ membership }} /> },
          { id: 'spotify', label: 'Spotify', panel: <SpotifyTab key={membership.bandId} {...{ membership }} /> },
        ]}
      />
    </>
  )
}
