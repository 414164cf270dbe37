import requests_cache

session = requests_cache.CachedSession(backend="memory", match_headers=['Authorization'], cache_control=True)
