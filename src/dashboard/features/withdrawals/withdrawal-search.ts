const longestRequestId = 64;

/** The filter that finds a whole id: one of the published form `wd_…` is a request's, any other the caller's own. */
function idFilters(id: string): { request_id: string | undefined; external_id: string | undefined } {
  return id.startsWith('wd_') && id.length <= longestRequestId
    ? { request_id: id, external_id: undefined }
    : { request_id: undefined, external_id: id };
}

/** The shortest text that our own service searches for. */
const shortestSearch = 3;

/** The filters that find a text: a part of an id, a reference or an address where that can be searched, else a whole id. */
export function searchFilters(text: string, isOwn: boolean) {
  return isOwn && text.length >= shortestSearch
    ? { search: text, request_id: undefined, external_id: undefined }
    : { search: undefined, ...idFilters(text) };
}
