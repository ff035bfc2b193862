import { PublicPageInput } from '@gaffer/domain/public-page/public-page'
import { useEffect, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { pageRequestOf, type PageFormValues } from './page-form-values.ts'

const debounceMs = 500

/** A live preview of the page as visitors will see it. While an entry is incomplete, the last preview stays. */
export function PagePreview({ bandId, values }: { bandId: string; values: PageFormValues }) {
  const [document, setDocument] = useState<string | null>(null)
  const debouncedValues = useDebouncedValue(values, debounceMs)
  const { mutateAsync } = useChange('POST /api/bands/:bandId/public-page/preview', {
    changes: 'nothing',
    failure: null,
  })
  useEffect(() => {
    const body = { ...pageRequestOf(debouncedValues), isOn: false }
    if (!PublicPageInput.safeParse(body).success) return
    let isCurrent = true
    mutateAsync({ params: { bandId }, body }).then(
      ({ html }) => isCurrent && setDocument(html),
      // The last preview stays after a failure, because the form shows the errors on save.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [bandId, debouncedValues, mutateAsync])
  return (
    <section aria-label="Preview" className="grid grid-cols-1 content-start gap-2 self-start xl:sticky xl:top-6">
      <h3 className="font-semibold">Preview</h3>
      {document === null ? (
        <Skeleton className="h-128" />
      ) : (
        <iframe
          title="Preview of the public page"
          // Allows no scripts. Allows the page's own origin, so that the band's picture can be loaded.
          sandbox="allow-same-origin"
          srcDoc={document}
          className="h-128 w-full rounded-card border border-control bg-surface xl:h-192"
        />
      )}
    </section>
  )
}
