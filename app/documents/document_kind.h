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
    QString path = {};    // where saving goes; empty for presets and what pictures carry
    bool isClean = true;  // whether that place has it all
};

/// What a text is read as: a file, a draft that no file may be, or a blank, in which nothing was chosen yet.
enum class ReadAs { File, Draft, Blank };

/// A text that was read.
struct DocumentContent {
    QString title;
    /// Starts a document of its kind over with it.
    std::function<void(Document& document, const Origin& origin)> start;
};

/// A folder of presets that have a heading of their own.
struct PresetShelf {
    const char* folder;  // inside the executable
    const char* listed;  // what the verb `list` calls them
    const char* title;   // "Figures", of the context "document"
};

/// A kind of document: what its files are called, how they are read, and what comes with the program. Opening, saving,
/// sessions, presets and the command line are made from the list of these.
struct DocumentKind {
    const char* id;       // "scenario": sessions name it
    const char* called;   // "a scenario", of the context "document"
    const char* files;    // "Scenarios", likewise
    const char* suffix;   // ".bubble.json"
    const char* format;   // what its files say of themselves: "bubblescope-experiment"
    const char* presets;  // the folder of its presets, inside the executable
    const char* listed;   // what the verb `list` calls them
    const char* first;    // the preset that a window begins with
    std::span<const PresetShelf> shelves = {};
    Result<DocumentContent> (*read)(const std::string& text, ReadAs as);
    Document* (*make)(QObject* parent);
    /// What "New" starts with, beside the open scenario.
    DocumentContent (*fresh)(const Scenario& open);
};

#define DOCUMENT(name) extern const DocumentKind name;
#include "app/documents/documents.def"
#undef DOCUMENT

std::span<const DocumentKind* const> documentKinds();

/// Of which kind a file with this text is.
const DocumentKind& kindOf(std::string_view text);

}  // namespace bubblescope
