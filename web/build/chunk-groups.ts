// Each group of modules becomes one chunk, because a slow phone takes 10 ms for each file. A group also contains all imports of its
// modules, except modules of an earlier group. With the groups "landing-shared" and "signed-in", /calendar loads 19 files instead of 55,
// and its largest contentful paint is at 2,080 ms instead of 2,360 ms (4× CPU throttling, medians of 7 runs, alternating). With the group
// "events" as well, /calendar loads 11 files.

type ChunkGroup = { name: string; files: string[] }

const iconFiles = (...names: string[]) => names.map((name) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`)

export const chunkGroups: ChunkGroup[] = [
  // React, the router, and the logo and the background of public pages.
  { name: 'base', files: ['web/src/main.tsx', 'web/src/brand/logo.tsx', 'web/src/brand/spotlight-background.tsx'] },
  // Modules that /login shares with signed-in pages.
  {
    name: 'sign-in',
    files: [
      'domain/src/shared/messages.ts',
      'domain/src/shared/sign-in-limits.ts',
      'web/src/features/sign-in/auth.ts',
      'web/src/lib/unsent-sign-out.ts',
      'web/src/ui/banner.tsx',
      'web/src/ui/field.tsx',
      'web/src/ui/tabs.tsx',
    ],
  },
  // Modules that /login shares with the public pages of an invitation or a dep request.
  {
    name: 'login',
    files: [
      'web/src/features/sign-in/phone-code-step.ts',
      'web/src/features/sign-in/auth-layout.tsx',
      'web/src/lib/phone-field.tsx',
      'web/src/ui/otp-input.tsx',
    ],
  },
  // Modules that the landing page shares with signed-in pages.
  {
    name: 'landing-shared',
    files: [
      'node_modules/lucide-react/dist/esm/createLucideIcon.mjs',
      ...iconFiles(
        'ban',
        'megaphone',
        'repeat-2',
        'tent',
        'triangle-exclamation-point',
        'calendar-check',
        'drum',
        'guitar',
      ),
      ...iconFiles('mic-vocal', 'piano', 'user-round-plus'),
      'web/src/ui/card.tsx',
    ],
  },
  // The layout of signed-in pages, and modules that most of these pages use.
  {
    name: 'signed-in',
    files: [
      'domain/src/shared/join-names.ts',
      'web/src/features/calendar-feeds/queries.ts',
      'web/src/app/prefetch-page.ts',
      'web/src/app/app-layout.tsx',
      'web/src/app/query-provider.tsx',
      'web/src/app/require-auth.tsx',
      'web/src/features/events/event-type-styles.tsx',
      'web/src/lib/form-draft.tsx',
      'web/src/features/events/format-event.ts',
      'web/src/ui/page-heading.tsx',
      'web/src/features/events/next-event.ts',
      'web/src/lib/use-now.ts',
      'web/src/offline/waiting-mark.tsx',
      'web/src/lib/download.ts',
      'web/src/lib/query-state.tsx',
      'web/src/lib/share.ts',
      'web/src/ui/empty-and-error-state.tsx',
      'web/src/ui/floating-button.tsx',
      'web/src/ui/icon-button.tsx',
      'web/src/ui/segmented-control.tsx',
      'web/src/ui/skeleton.tsx',
      'web/src/ui/toggle-chip.tsx',
      'web/src/ui/use-dialog-state.ts',
      'web/src/ui/use-unsaved-entries.ts',
      ...iconFiles('calendar-plus', 'chevron-left', 'chevron-right', 'download', 'plus', 'refresh-cw', 'share', 'x'),
    ],
  },
  // Modules that the calendar, the dashboard and the event's page share.
  {
    name: 'events',
    files: [
      'web/src/features/events/queries.ts',
      'web/src/features/answers/answer-prompt.tsx',
      'web/src/features/clashes/clashes.tsx',
      'web/src/features/events/days-away/use-days-away-sheet.tsx',
      'web/src/features/answers/event-list-item.tsx',
      'web/src/features/gig-sheets/use-todays-gig-sheet.ts',
      'web/src/features/events/day-grid/day-grid-navigation.tsx',
      'web/src/features/events/day-grid/month-layout.ts',
      ...iconFiles('calendar-search'),
    ],
  },
  // Small parts that the calendar shares with parts that other pages load on demand: one file compresses better than three.
  {
    name: 'calendar-parts',
    files: [
      'web/src/features/calendar-feeds/first-steps-done.ts',
      'web/src/features/calendar-feeds/use-subscribe-dialog.tsx',
      'web/src/features/events/event-form/chosen-type.ts',
      'web/src/features/events/event-form/event-form-props.ts',
    ],
  },
  // Zod, and the schemas of most forms.
  { name: 'schemas', files: ['domain/src/shared/common-schemas.ts', 'domain/src/shared/plain-text.ts'] },
  // Dialogs, which the calendar and the dashboard load on demand.
  {
    name: 'dialogs',
    files: ['web/src/ui/confirm-dialog.tsx', 'web/src/ui/use-dialog.ts', ...iconFiles('ellipsis-vertical', 'pencil')],
  },
  // Modules that the pages of songs, set lists and gigs share.
  {
    name: 'song-parts',
    files: [
      'domain/src/set-lists/set-list-messages.ts',
      'domain/src/songs/song-messages.ts',
      'domain/src/songs/song-duration.ts',
      'web/src/features/songs/song-length.ts',
    ],
  },
  // Small modules: most pages need some of them, but the calendar and the stage view need none.
  {
    name: 'small-parts',
    files: [
      'domain/src/shared/pounds.ts',
      'web/src/features/money/format-money.ts',
      'web/src/lib/device-links.ts',
      'web/src/lib/use-is-below-fold-shown.ts',
      'web/src/ui/text-field.tsx',
      'web/src/ui/use-saving-gate.ts',
      ...iconFiles(
        'arrow-right',
        'bell-ring',
        'calendar-x-2',
        'car-front',
        'chevron-down',
        'circle',
        'inbox',
        'key-round',
        'list-ordered',
      ),
      ...iconFiles('mail', 'map-pin', 'message-square', 'pound-sterling', 'rotate-ccw', 'trash', 'undo-2', 'user-plus'),
    ],
  },
  // Modules that the dashboard loads at once, and other pages on demand: together in one file, which loads faster than three.
  {
    name: 'dashboard-parts',
    files: ['domain/src/lifts/cars.ts', 'domain/src/lifts/lift-messages.ts', 'domain/src/played/played-messages.ts'],
  },
]

/** Rolldown's option `codeSplitting`. Vite's preload helper has its own chunk: the entry needs it before the chunk "base" is evaluated. */
export const codeSplittingOptions = {
  groups: [
    { name: 'preload-helper', test: /vite\/preload-helper/ },
    ...chunkGroups.map(({ name, files }) => ({
      name,
      test: (id: string) => files.some((file) => id.endsWith(`/${file}`)),
    })),
  ],
}
