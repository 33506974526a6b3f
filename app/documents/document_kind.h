#pragma once

#include <QString>

#include "engine/core/result.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

class QObject;

namespace bubblescope {

class Document;
struct Scenario;

/// Where a document's content comes from.
struct Origin {
    QString name;         // of the file or the preset, for the window's title
    QString path = {};    // the file that saving writes to; empty for presets and pictures
    bool isClean = true;  // whether the content has no unsaved changes
};

/// How to read a text: as a file, as a draft, which may be invalid as a file, or as a blank document, in which nothing
/// was chosen yet.
enum class ReadAs { File, Draft, Blank };

/// The content of a text that was read.
struct DocumentContent {
    QString title;
    /// Replaces the content of a document of the same kind.
    std::function<void(Document& document, const Origin& origin)> start;
    const char* group = nullptr;  // "Schedules", of the context "Text": the submenu of a preset; null: none
};

/// A folder of presets with its own heading in menus.
struct PresetShelf {
    const char* folder;  // inside the executable
    const char* listed;  // the name in the verb `list`
    const char* title;   // "Figures", of the context "Text"
};

/// A kind of document: the names of its files, how to read them, and its presets. Opening, saving, sessions, presets
/// and the command line are made from the list of kinds.
struct DocumentKind {
    const char* id;       // "scenario": the name in sessions
    const char* called;   // "a scenario", of the context "Text"
    const char* files;    // "Scenarios", likewise
    const char* suffix;   // ".bubble.json"
    const char* format;   // the value of "format" in its files: "bubblescope-experiment"
    const char* presets;  // the folder of its presets, inside the executable
    const char* listed;   // the name in the verb `list`
    const char* first;    // the preset that a window starts with
    std::span<const PresetShelf> shelves = {};
    Result<DocumentContent> (*read)(const std::string& text, ReadAs as);
    Document* (*make)(QObject* parent);
    /// The content for "New" while the scenario `open` is open.
    DocumentContent (*fresh)(const Scenario& open);
};

#define DOCUMENT(name) extern const DocumentKind name;
#include "app/documents/documents.def"
#undef DOCUMENT

std::span<const DocumentKind* const> documentKinds();

/// The kind of a file with this text.
const DocumentKind& kindOf(std::string_view text);

}  // namespace bubblescope
