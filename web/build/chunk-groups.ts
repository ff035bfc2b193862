// Which modules share a chunk, each with everything that it imports and no earlier group has. Without the groups "landing-shared" and
// "signed-in", which no weight limit needs, /calendar loads 55 files instead of 19 and its largest paint comes at 2,360 ms
// instead of 2,080 (4× CPU throttling, medians of 7 in turns).

type ChunkGroup = { name: string; files: string[] }

const icons = (...names: string[]) => names.map((name) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`)

export const chunkGroups: ChunkGroup[] = [
  // What src/prefetch.ts needs, which runs before everything else.
  {
    name: 'request',
    files: [
      'domain/src/routes.ts',
      'domain/src/search-parameters.ts',
      'web/src/lib/request.ts',
      'web/src/api/selected-band-store.ts',
    ],
  },
  // The rest of that, which the landing page and /login do without.
  { name: 'dates', files: ['domain/src/dates.ts', 'web/src/api/date-ranges.ts', 'web/src/api/calendar-view.ts'] },
  // React, the router and what stands around every page.
  { name: 'base', files: ['web/src/main.tsx', 'web/src/brand/logo.tsx', 'web/src/brand/spotlight-background.tsx'] },
  // What /login shares with signed-in pages.
  {
    name: 'sign-in',
    files: [
      'web/src/api/auth.ts',
      'web/src/api/code-step.ts',
      'web/src/components/auth-layout.tsx',
      'web/src/components/phone-field.tsx',
      'web/src/ui/banner.tsx',
      'web/src/ui/field.tsx',
      'web/src/ui/otp-input.tsx',
      'web/src/ui/tabs.tsx',
    ],
  },
  // What the landing page shares with signed-in pages.
  {
    name: 'landing-shared',
    files: [
      'node_modules/lucide-react/dist/esm/createLucideIcon.mjs',
      ...icons('ban', 'megaphone', 'repeat-2', 'tent', 'triangle-alert', 'calendar-check', 'drum', 'guitar'),
      ...icons('mic-vocal', 'piano', 'user-round-plus'),
      'web/src/ui/card.tsx',
    ],
  },
  // The layout of signed-in pages, and what most of them show.
  {
    name: 'signed-in',
    files: [
      'web/src/app/app-layout.tsx',
      'web/src/app/query-provider.tsx',
      'web/src/app/require-auth.tsx',
      'web/src/components/event-type-styles.tsx',
      'web/src/components/form-draft.tsx',
      'web/src/components/format-event.ts',
      'web/src/components/page-heading.tsx',
      'web/src/components/upcoming.ts',
      'web/src/lib/download.ts',
      'web/src/lib/share.ts',
      'web/src/ui/empty-and-error-state.tsx',
      'web/src/ui/icon-button.tsx',
      'web/src/ui/skeleton.tsx',
      ...icons('calendar-plus', 'chevron-left', 'chevron-right', 'download', 'plus', 'refresh-cw', 'x'),
    ],
  },
]

/** As Rolldown takes it. Vite's own preload helper goes with the first script that needs it. */
export const codeSplitting = {
  groups: chunkGroups.map(({ name, files }) => ({
    name,
    test: (id: string) =>
      files.some((file) => id.endsWith(`/${file}`)) || (name === 'request' && id.includes('vite/preload-helper')),
  })),
}
