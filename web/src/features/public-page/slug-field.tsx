import { Slug } from '@gaffer/domain/public-page/slug'
import { limits } from '@gaffer/domain/shared/limits'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

type Props = {
  bandId: string
  slug: string
  /** The address in use. */
  saved: string | null
  error: string | undefined
  onChange: (slug: string) => void
}

const settleMs = 400

/** Says while one types whether the address can be had. */
export function SlugField({ bandId, slug, saved, error, onChange }: Props) {
  const { refusal, isFree } = useSlugCheck({ bandId, slug, saved })
  return (
    <TextField
      label="Address"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.slugLongest}
      value={slug}
      error={error ?? refusal}
      hint={
        <>
          <span className="break-all">
            {window.location.host}/b/{slug || '…'}
          </span>
          {isFree && <span className="font-medium text-success"> · You can have it</span>}
          {saved !== null && slug !== saved && ' · The old address leads to the new one for 90 days'}
        </>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The sentence why the band cannot have the address, or whether it is free; neither while one types. */
function useSlugCheck({ bandId, slug, saved }: Pick<Props, 'bandId' | 'slug' | 'saved'>) {
  const settled = useDebouncedValue(slug, settleMs)
  const parsed = Slug.safeParse(settled)
  const isAsked = parsed.success && parsed.data !== saved
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/public-page/slugs/:slug',
    { params: { bandId, slug: parsed.data ?? 'none' } },
    { enabled: isAsked, gcTime: 0 },
  )
  if (slug === '' || slug !== settled) return { refusal: undefined, isFree: false }
  if (parsed.error) return { refusal: parsed.error.issues[0]?.message, isFree: false }
  return { refusal: isAsked ? (data?.reason ?? undefined) : undefined, isFree: isAsked && data?.isAvailable === true }
}
