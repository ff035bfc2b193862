// A fake S3 store in memory: objects, multipart uploads and lists, as far as an SDK for S3 uses them for files. Each request must name the
// access key; signatures are not checked.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** `status` is the response to each request, or to requests with one `method`; `hang` never responds, `slowMs` responds later. */
export type S3Fault = { status: number; method?: string } | { hang: true } | { slowMs: number }

export type FakeS3 = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The sorted keys of all objects. */
  keys(): string[]
  object(key: string): Buffer | undefined
  /** Ids of the multipart uploads that are neither completed nor aborted. */
  openUploads(): string[]
  fail(fault: S3Fault | null): void
  close(): Promise<void>
}

type StoredObject = { body: Buffer; metadata: Record<string, string> }
type MultipartUpload = { key: string; parts: Map<number, Buffer> }
type S3Request = {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}
type S3Response = { status: number; headers?: Record<string, string>; body?: Buffer | string }

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, MultipartUpload>()
  const bucket = 'gaffer'
  const accessKeyId = randomBytes(8).toString('hex')
  let current: S3Fault | null = null
  const server = createServer((request, response) => void handleRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey: randomBytes(8).toString('hex'),
    keys: () => [...objects.keys()].toSorted(),
    object: (key) => objects.get(key)?.body,
    openUploads: () => [...uploads.keys()],
    fail: (fault) => void (current = fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (current && 'hang' in current) return
    if (current && 'slowMs' in current) await sleep(current.slowMs)
    const [, inPath = '', ...rest] = decodeURIComponent(pathname).split('/')
    const isAllowed = inPath === bucket && request.headers.authorization?.includes(`Credential=${accessKeyId}/`)
    const { status, headers, body } =
      current && isRefusing(current, request)
        ? createErrorResponse(current.status, 'InternalError')
        : isAllowed
          ? createResponse({
              method: request.method ?? 'GET',
              key: rest.join('/'),
              query,
              headers: request.headers,
              body: Buffer.concat(chunks),
            })
          : createErrorResponse(403, 'AccessDenied')
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
  }

  function createResponse(request: S3Request): S3Response {
    const { method, key, query } = request
    if (query.get('list-type') === '2') return listObjects(query)
    if (query.has('uploads') && method === 'POST') return createMultipart(key)
    const uploadId = query.get('uploadId')
    if (uploadId) return handleMultipart(request, uploadId)
    if (method === 'PUT') return putObject(request)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return getObject(request)
  }

  function putObject({ key, headers, body }: S3Request): S3Response {
    const metadataHeaders = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    objects.set(key, {
      body,
      metadata: Object.fromEntries(metadataHeaders.map(([name, value]) => [name, String(value)])),
    })
    return { status: 200, headers: { etag: etagOf(body) } }
  }

  function getObject({ key, headers }: S3Request): S3Response {
    const object = objects.get(key)
    if (!object) return createErrorResponse(404, 'NoSuchKey')
    const { body, metadata } = object
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined)
      return { status: 200, headers: { ...metadata, 'content-length': String(body.length), etag: etagOf(body) }, body }
    const end = Math.min(to ? Number(to) : Infinity, body.length - 1)
    if (Number(from) > end) return createErrorResponse(416, 'InvalidRange')
    const part = body.subarray(Number(from), end + 1)
    const range = { 'content-range': `bytes ${from}-${end}/${body.length}`, 'content-length': String(part.length) }
    return { status: 206, headers: { ...metadata, ...range }, body: part }
  }

  function createMultipart(key: string): S3Response {
    const uploadId = randomUUID()
    uploads.set(uploadId, { key, parts: new Map() })
    const ids = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${uploadId}</UploadId>`
    return createXmlResponse('InitiateMultipartUploadResult', ids)
  }

  function handleMultipart({ method, query, body }: S3Request, uploadId: string): S3Response {
    const upload = uploads.get(uploadId)
    if (!upload) return createErrorResponse(404, 'NoSuchUpload')
    const { key, parts } = upload
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === 'GET') {
      const listed = [...parts].toSorted(([a], [b]) => a - b)
      const items = listed.map(
        ([number, part]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
      )
      return createXmlResponse('ListPartsResult', `<IsTruncated>false</IsTruncated>${items.join('')}`)
    }
    uploads.delete(uploadId)
    if (method === 'DELETE') return { status: 204 }
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    )
    const whole = Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0)))
    objects.set(key, { body: whole, metadata: {} })
    return createXmlResponse('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>${etagOf(whole)}</ETag>`)
  }

  /** Lists keys in pages of two, so that a client must ask for more. */
  function listObjects(query: URLSearchParams): S3Response {
    const after = query.get('continuation-token') ?? ''
    const rest = [...objects.keys()].toSorted().filter((key) => key > after)
    const page = rest.slice(0, 2)
    const next = rest.length > page.length ? page.at(-1) : undefined
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return createXmlResponse('ListBucketResult', `<IsTruncated>${next !== undefined}</IsTruncated>${token}${contents}`)
  }
}

function isRefusing(fault: S3Fault, request: IncomingMessage): fault is Extract<S3Fault, { status: number }> {
  return 'status' in fault && (fault.method ?? request.method) === request.method
}

function createXmlResponse(root: string, content: string): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: `<${root}>${content}</${root}>` }
}

function createErrorResponse(status: number, code: string): S3Response {
  return { status, headers: { 'content-type': 'application/xml' }, body: `<Error><Code>${code}</Code></Error>` }
}
