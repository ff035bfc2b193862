import { PublicPageInput } from '@gaffer/domain/public-page/public-page'
import { useEffect, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { pageRequestOf, type PageFormValues } from './page-form-values.ts'

const settleMs = 500

/** The page as visitors will see it, while one types. Entries that are not complete yet leave it as it is. */
export function PagePreview({ bandId, values }: { bandId: string; values: PageFormValues }) {
  const [document, setDocument] = useState<string | null>(null)
  const settled = useDebouncedValue(values, settleMs)
  const { mutateAsync } = useChange('POST /api/bands/:bandId/public-page/preview', {
    changes: 'nothing',
    failure: null,
  })
  useEffect(() => {
    const body = { ...pageRequestOf(settled), isOn: false }
    if (!PublicPageInput.safeParse(body).success) return
    let isCurrent = true
    mutateAsync({ params: { bandId }, body }).then(
      ({ html }) => isCurrent && setDocument(html),
      // After a failure the last preview stays: the form shows its errors on save.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [bandId, settled, mutateAsync])
  return (
    <section aria-label="Preview" className="grid grid-cols-1 content-start gap-2 self-start xl:sticky xl:top-6">
      <h3 className="font-semibold">Preview</h3>
      {document === null ? (
        <Skeleton className="h-128" />
      ) : (
        <iframe
          title="Preview of the public page"
          // Without scripts. Its own origin, so that it may show the band's picture.
          sandbox="allow-same-origin"
          srcDoc={document}
          className="h-128 w-full rounded-card border border-control bg-surface xl:h-192"
        />
      )}
    </section>
  )
}
