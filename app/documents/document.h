#pragma once

#include <QJsonObject>
#include <QObject>
#include <QUndoStack>

#include "app/documents/document_kind.h"
#include "engine/core/result.h"

#include <string>
#include <vector>

namespace bubblescope {

/// The document of a page, whatever its kind: its undo history, its file, and whether it has unsaved changes.
///
/// Invariants  an operation that fails leaves content, history and path unchanged
/// Errors      one sentence with the file or the place in it
/// Thread      the interface thread
class Document : public QObject {
    Q_OBJECT

public:
    ~Document() override;

    QUndoStack& undoStack() { return m_undo; }
    const QUndoStack& undoStack() const { return m_undo; }

    /// The file that save() writes to; empty for a preset, a picture and a document that was never saved.
    const QString& path() const { return m_path; }
    virtual bool isClean() const { return m_undo.isClean(); }
    /// Content that no file contains, and its index in the history.
    struct Unsaved {
        QString name;
        int index = 0;
    };
    /// All unsaved content, the newest first: the content on screen, and unsaved content that it replaced.
    virtual std::vector<Unsaved> unsaved() const;
    /// "default": the file's or the preset's name, for the window's title.
    QString name() const;

    const DocumentKind& kind() const { return m_kind; }
    /// The name that "Save as" proposes.
    QString suggestedFileName() const { return name() + QLatin1String(m_kind.suffix); }

    /// The title shown above exported pictures; changing it is a step of undo.
    virtual QString title() const = 0;
    virtual void setTitle(const QString& title) = 0;

    /// Undoes to the state of the file; false if the history does not reach that far.
    bool undoToClean();

    /// Opens a file of its kind, or a picture that contains one.
    Result<void> open(const QString& path);
    /// What the session stores for the next run of the program: the text of a file or of a draft, and its origin. A
    /// blank document's text contains placeholders that make it a valid file.
    struct Draft {
        std::string text;
        bool isBlank = false;
        Origin origin;
    };
    virtual Draft draft() const = 0;
    /// The part of the document that is on screen. Changes of it are neither saved to the file nor undone; sessions
    /// store it.
    virtual QJsonObject look() const { return {}; }
    virtual void setLook(const QJsonObject&) {}

    /// Writes the document to path(), which must not be empty.
    Result<void> save() { return saveAs(m_path); }
    /// Writes the document to `path`, which becomes its file.
    Result<void> saveAs(const QString& path);

signals:
    /// Another document was opened; changed() follows.
    void opened();
    /// The content has changed.
    void changed();
    /// Name, path or isClean() has changed.
    void fileChanged();
    /// look() has changed.
    void lookChanged();
    void refused(const QString& why);

protected:
    Document(const DocumentKind& kind, QObject* parent);

    /// The text of the file to save, or why the document cannot be saved.
    virtual Result<std::string> contents() const = 0;
    /// The document was saved.
    virtual void wasSaved() {}

    /// Clears the history, for content of another origin.
    void startOver(const Origin& origin);
    /// Within a step of undo that shows content of another origin: sets name and path, and whether the document is
    /// clean once the step is done.
    void setOrigin(const Origin& origin);

private:
    const DocumentKind& m_kind;
    QUndoStack m_undo;
    QString m_path;
    QString m_name;
    bool m_becomesClean = false;  // when the current step of undo ends
};

/// The content with which a document of class D starts.
template <class D, class Value>
DocumentContent contentOf(Value value) {
    return {QString::fromStdString(value.title), [value = std::move(value)](Document& document, const Origin& origin) {
                static_cast<D&>(document).start(value, origin);
            }};
}

/// A file's name as documents show it, without folder and suffix.
QString documentName(const QString& path);

}  // namespace bubblescope
