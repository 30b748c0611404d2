"""The Python SDK 1: prints what its user sees of an endpoint that refuses."""

import asyncio
import json

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

from story import HEADERS, URL


async def main():
    async with streamablehttp_client(URL, headers=HEADERS) as (read, write, _):
        async with ClientSession(read, write) as session:
            greeted = await session.initialize()
            listed = await session.list_tools()
            result = await session.call_tool("list_materials", {})
    print(
        json.dumps(
            {
                "instructions": greeted.instructions,
                "tools": len(listed.tools),
                "said": result.content[0].text,
            }
        )
    )


asyncio.run(main())
