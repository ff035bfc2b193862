import type { OwnMembership } from '@gaffer/domain/bands/member'
import { PublicPageInput, type PublicPage } from '@gaffer/domain/public-page/public-page'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { Slug } from '@gaffer/domain/public-page/slug'
import { useState } from 'react'
import { Plus, X } from 'lucide-react'
import { ApiError, getErrorMessage, hasErrorCode } from '#lib/api-error.ts'
import { mergeEdits, useEditConflict } from '#lib/edit-conflict.ts'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { ShareLinkField } from '#lib/share-link.tsx'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import {
  diffPageFormValues,
  pageFormValuesFrom,
  pageRequestOf,
  type PageFormValues,
  type LinkRow,
} from './page-form-values.ts'
import { fetchPublicPage } from './queries.ts'
import { PagePreview } from './page-preview.tsx'

type Props = { page: PublicPage; membership: OwnMembership }

/** The form of the public page. It begins with `page` as first read, and keeps its entries if another member saves. A 412 opens `EditConflictDialog`. */
export function PublicPageForm({ page, membership: { band, bandId } }: Props) {
  const [savedPage, setSavedPage] = useState(page)
  const [values, setValues] = useState(() => pageFormValuesFrom(page, band))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const savedRequest = JSON.stringify(pageRequestOf(pageFormValuesFrom(savedPage, band)))
  const isDirty = JSON.stringify(pageRequestOf(values)) !== savedRequest
  useUnsavedEntries({ isDirty })
  const change = useChange('PUT /api/bands/:bandId/public-page', { changes: 'band', failure: null })
  const { attempt, theirs, dismiss } = useEditConflict<PublicPage>(showErrors)
  const set = (changes: Partial<PageFormValues>) => setValues((now) => ({ ...now, ...changes }))

  function showErrors(error: unknown) {
    if (hasErrorCode(error, 'conflict')) setErrors({ slug: getErrorMessage(error, 'Please choose another address') })
    else if (error instanceof ApiError && error.reply?.issues)
      setErrors(Object.fromEntries(error.reply.issues.map(({ path, message }) => [path, message])))
    showFailure(error, { title: 'Not saved' })
  }

  /** Sends `entries` with If-Match: `version`; a 412 opens the conflict dialog. Shows the errors if `entries` are invalid. */
  function savePage(entries: PageFormValues, version: number) {
    const body = pageRequestOf(entries)
    const parsed = PublicPageInput.safeParse(body)
    if (parsed.error) {
      setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])))
      return showFailureToast({ title: parsed.error.issues[0]?.message ?? 'Error' })
    }
    const send = async () => {
      const stored = await change.mutateAsync({ params: { bandId }, body, version })
      setSavedPage(stored)
      setErrors({})
      // Keeps fields that were changed during the save.
      setValues((now) => ({
        ...now,
        isOn: now.isOn === entries.isOn ? stored.isOn : now.isOn,
        slug: now.slug === entries.slug ? (stored.slug ?? '') : now.slug,
      }))
      showToast({ title: stored.isOn ? 'Your page is saved' : 'Saved. The page is off' })
    }
    void attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchPublicPage(bandId) : null))
  }

  const versions = theirs && {
    before: pageFormValuesFrom(savedPage, band),
    mine: values,
    theirs: pageFormValuesFrom(theirs, band),
  }

  /** Rebases the form on the page that another member saved, and fills it with `entries`. */
  function continueFrom(theirPage: PublicPage, entries: PageFormValues) {
    setSavedPage(theirPage)
    setValues(entries)
    dismiss()
  }

  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-2">
      <Form
        className="grid grid-cols-1 content-start gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          savePage(values, savedPage.version)
        }}
      >
        <Switch
          label="The page is on"
          hint={savedPage.isOn ? 'Anybody can open it.' : 'Nobody sees it until you turn it on and save.'}
          isOn={values.isOn}
          onChange={(isOn) => set({ isOn })}
        />
        <SlugField
          bandId={bandId}
          slug={values.slug}
          saved={savedPage.slug}
          error={errors['slug']}
          onChange={(slug) => set({ slug })}
        />
        {savedPage.url && (
          <ShareLinkField label="Link to the page" url={savedPage.url} title={band.name} text={band.name} />
        )}
        <TextArea
          label="About the band"
          isOptional
          rows={5}
          maxLength={limits.bioLength}
          hint="Everybody can read it. Names of members are up to you."
          error={errors['bio']}
          value={values.bio}
          onChange={(event) => set({ bio: event.target.value })}
        />
        <TextField
          label="Hometown"
          isOptional
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors['hometown']}
          value={values.hometown}
          onChange={(event) => set({ hometown: event.target.value })}
        />
        <TextField
          label="Genres"
          isOptional
          autoComplete="off"
          hint="Separated by commas"
          error={errors['genres'] ?? Object.entries(errors).find(([path]) => path.startsWith('genres.'))?.[1]}
          value={values.genres}
          onChange={(event) => set({ genres: event.target.value })}
        />
        <LinkRows links={values.links} errors={errors} onChange={(links) => set({ links })} />
        <Switch
          label="Take enquiries"
          hint="A form on the page. Senders confirm their address before you hear of them."
          isOn={values.acceptsEnquiries}
          onChange={(acceptsEnquiries) => set({ acceptsEnquiries })}
        />
        <Switch label="Show earlier gigs" isOn={values.showsPast} onChange={(showsPast) => set({ showsPast })} />
        <p className="text-sm text-muted">The picture is the band’s own. Change it under Band Settings.</p>
        <Button type="submit" saves isBusy={change.isPending} disabled={!isDirty} className="sm:justify-self-start">
          Save Page
        </Button>
      </Form>
      <PagePreview bandId={bandId} values={values} />
      {theirs && versions && (
        <EditConflictDialog
          description={publicPageMessages.conflict}
          differences={diffPageFormValues(versions)}
          isBusy={change.isPending}
          onKeepMine={() => {
            const merged = mergeEdits(versions.before, versions.mine, versions.theirs)
            continueFrom(theirs, merged)
            savePage(merged, theirs.version)
          }}
          onKeepTheirs={() => continueFrom(theirs, versions.theirs)}
          onClose={dismiss}
        />
      )}
    </div>
  )
}

type LinkRowsProps = {
  links: readonly LinkRow[]
  /** Error messages by the path of the field, such as "links.0.url". */
  errors: Readonly<Record<string, string>>
  onChange: (links: LinkRow[]) => void
}

function LinkRows({ links, errors, onChange }: LinkRowsProps) {
  const change = (key: number, changes: Partial<LinkRow>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...changes } : link)))
  const nextKey = Math.max(-1, ...links.map(({ key }) => key)) + 1
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Links</legend>
      {links.map(({ key, label, url }, at) => (
        <div key={key} className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[12rem_1fr_auto]">
          <TextField
            label={`Name of link ${at + 1}`}
            autoComplete="off"
            maxLength={limits.linkLabelLength}
            value={label}
            error={errors[`links.${at}.label`]}
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <TextField
            label={`Address of link ${at + 1}`}
            className="max-sm:col-start-1 max-sm:row-start-2"
            inputMode="url"
            autoComplete="off"
            maxLength={limits.webAddressLength}
            value={url}
            error={errors[`links.${at}.url`]}
            onChange={(event) => change(key, { url: event.target.value })}
          />
          <IconButton
            label={`Remove link ${at + 1}`}
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => onChange(links.filter((link) => link.key !== key))}
          />
        </div>
      ))}
      {links.length < limits.linksOfPage && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...links, { key: nextKey, label: '', url: '' }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add a link
        </Button>
      )}
    </fieldset>
  )
}

type SlugFieldProps = {
  bandId: string
  slug: string
  /** The slug of the stored page; null before the first save. */
  saved: string | null
  error: string | undefined
  onChange: (slug: string) => void
}

const debounceMs = 400

/** The field for the page's address. While the member types, it shows whether the address is free. */
function SlugField({ bandId, slug, saved, error, onChange }: SlugFieldProps) {
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

/** Validates the slug, debounced. `refusal` is the reason why the band cannot have it. `isFree` is false for the slug that the band already has. */
function useSlugCheck({ bandId, slug, saved }: Pick<SlugFieldProps, 'bandId' | 'slug' | 'saved'>) {
  const debouncedSlug = useDebouncedValue(slug, debounceMs)
  const parsed = Slug.safeParse(debouncedSlug)
  const isAsked = parsed.success && parsed.data !== saved
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/public-page/slugs/:slug',
    { params: { bandId, slug: parsed.data ?? 'none' } },
    { enabled: isAsked, gcTime: 0 },
  )
  if (slug === '' || slug !== debouncedSlug) return { refusal: undefined, isFree: false }
  if (parsed.error) return { refusal: parsed.error.issues[0]?.message, isFree: false }
  return { refusal: isAsked ? (data?.reason ?? undefined) : undefined, isFree: isAsked && data?.isAvailable === true }
}
