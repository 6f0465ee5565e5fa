"""Every `action` that a log line can carry: stable names, for alerts and searches in logs.

A job in a lane is logged by the first word of its name. `action` is the name of the library's logger on lines
that other libraries write, and `unnamed` where a line has none.
"""

from typing import get_args

from dnam.domain import Task

MEMORY = {
    "answer": "an answer was checked against what was retracted",
    "command": "a command was run",
    "consent": "consent was read, or followed after a change of settings",
    "delete": "a deletion was followed",
    "edit": "an edit was followed",
    "erase": "a person, a channel or a guild was erased",
    "entries": "facts were listed to choose from",
    "follow_changes": "this process began to follow what other processes change",
    "ingest": "a message was stored",
    "ingest_voice": "what was said in a voice channel was stored",
    "leave": "somebody left a guild",
    "lore": "lore was stored",
    "names": "names were stored or put into an answer",
    "notice": "the privacy notice was shown or was not delivered",
    "plain_words": "a request in plain words was read",
    "profile": "profiles were read",
    "search": "memory was searched",
    "show": "the host was shown an answer that is being written",
    "sources": "the sources of an answer were stored",
    "watch": "the host was told of a change",
    "why": "what an answer used was stored for `why`",
}
"""Calls of the library."""

RECALL = {
    "memory_merge_context": "a profile was merged",
    "memory_summarise_day": "days were summed up",
    "memory_rerank": "the best messages of a search were reordered",
    "recall_days": "a layer of a prompt was read",
    "recall_facts": "a layer of a prompt was read",
    "recall_history": "a layer of a prompt was read",
    "recall_messages": "a layer of a prompt was read",
    "recall_names": "names in a question were looked up",
    "recall_stamp": "the stamp of a prompt was read",
    "recall_summary": "a layer of a prompt was read",
}
"""Reads that a prompt waits for."""

BACKGROUND = {
    "backup": "a backup was made",
    "count_turn": "a conversation was counted and perhaps summed up",
    "count_uses": "uses of facts were counted",
    "drain": "work was left at shutdown",
    "drop_job": "a full queue lost a job",
    "extract_by_model": "a model read what had gathered",
    "extract_by_rules": "rules read new messages",
    "extract_everything": "a model read the rest at shutdown",
    "extract_replied": "a model read what was said before an answer",
    "extract_message": "rules read one message",
    "log_failures": "failures were written to the action log",
    "log_action": "a line of the action log was lost",
    "memory_embedding_call": "texts were embedded",
    "memory_embedding_load": "the embedder was loaded",
    "memory_reranker_load": "the reranker was loaded",
    "memory_fact": "a proposed fact was refused or ignored",
    "note_exchange": "short-term memory was written",
    "place_imported": "what was imported was moved to a channel that became known",
    "projection": "files were written",
    "projection_edited": "a file edited by hand was set aside",
    "refresh_files": "files were refreshed",
    "resume_retractions": "erasures and choices that could not be written were tried again",
    "retention": "expired memory was removed",
    "store_profile": "a merged profile was stored",
    "summarise": "a summary was discarded",
    "summarise_due": "due summaries were made",
}
"""Work after the reply."""

PROCESS = {
    "crash": "the process or a thread of it ended by an error",
    "choose_model": "a model was chosen or is missing",
    "loop_lag": "the event loop was held up, and by which function",
    "stop": "the process was told to stop",
    "store": "the database does not answer, or answers again",
    "model_reply": "a model returned another type than it should",
    "use_tool": "a model used a tool",
    "worker": "a worker did what was due for the first time",
    "web": "the dashboard answers, or could not start",
}
"""The process and its models."""

DISCORD = {
    "catch_up": "messages missed while offline were read",
    "compare": "the names of a server's members were compared",
    "discord_intents": "the host's bot may not read messages or members",
    "discord_allowlist": "a server is not on the allowlist",
    "discord_answer": "an answer was sent",
    "red_delete": "everything of a person was erased because Red asked for it",
    "control": "an operator asked this process over the control socket",
    "discord_backfill": "a channel's past was read",
    "discord_catch_up": "messages missed while offline were read",
    "discord_command": "a slash command was answered",
    "discord_event": "an event was handled",
    "discord_gateway": "the gateway was connected",
    "discord_login": "the bot logged in",
    "discord_notice": "a notice was sent",
    "discord_ready": "the bot is ready",
    "discord_request": "a request to Discord was made",
    "discord_typing": "the typing indicator was shown",
    "join": "somebody joined a server",
    "mark_heard": "the last message that was heard was marked",
    "refresh_transparency": "the transparency channel was written",
    "prompt_hooks": "the host's additions to a prompt were read",
    "register_commands": "slash commands were registered",
}
"""The Discord bot."""

TASKS = dict.fromkeys(get_args(Task), "a model was asked") | {
    f"memory_{task}_{outcome}": "a model was asked"
    for task in get_args(Task)
    for outcome in ("call", "error")
}

LOG_ACTIONS = {**MEMORY, **RECALL, **BACKGROUND, **PROCESS, **DISCORD, **TASKS}
