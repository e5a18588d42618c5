const longestRequestId = 64;

/** The filter that finds an id: one of the published form `wd_…` is a request's, any other the caller's own. */
export function idFilters(id: string): { request_id: string | undefined; external_id: string | undefined } {
  return id.startsWith('wd_') && id.length <= longestRequestId
    ? { request_id: id, external_id: undefined }
    : { request_id: undefined, external_id: id };
}
