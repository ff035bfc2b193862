// Opens the dialog that reports a note, a chart or a recording.

import type { ReportKind } from '@gaffer/domain/notes/report'
import { Suspense, type ReactNode } from 'react'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'

const ReportDialog = lazyOverlay(() => import('./report-dialog.tsx'), 'ReportDialog')

/** `report` opens the dialog; null while the settings load, and on a server that takes no reports. */
export function useReports(
  bandId: string,
  kind: ReportKind,
): { report: ((id: string) => void) | null; reportDialog: ReactNode } {
  const areReportsEnabled = useEndpoint('GET /api/settings').data?.takesReports ?? false
  const dialog = useDialogState<string>()
  return {
    report: areReportsEnabled ? dialog.open : null,
    reportDialog: dialog.subject && (
      <Suspense>
        <ReportDialog
          key={dialog.count}
          bandId={bandId}
          kind={kind}
          id={dialog.subject}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
        />
      </Suspense>
    ),
  }
}
