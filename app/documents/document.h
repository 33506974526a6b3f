#pragma once

#include <QJsonObject>
#include <QObject>
#include <QUndoStack>

#include "app/documents/document_kind.h"
#include "engine/core/result.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What a page works on, whatever it is: its undo history, its file, and whether the file has it all.
///
/// Invariants  a step that fails leaves content, history and path as they were
/// Errors      one sentence with the file or the place in it
/// Thread      the interface thread
class Document : public QObject {
    Q_OBJECT

public:
    ~Document() override;

    QUndoStack& undoStack() { return m_undo; }
    const QUndoStack& undoStack() const { return m_undo; }

    /// Where save() writes; empty for a preset, a picture and what was never saved.
    const QString& path() const { return m_path; }
    virtual bool isClean() const { return m_undo.isClean(); }
    /// Something that no file has, and where in the history it stands.
    struct Unsaved {
        QString name;
        int index = 0;
    };
    /// All of it, the newest first: what is shown, and what that took the place of.
    virtual std::vector<Unsaved> unsaved() const;
    /// "default": the file's or the preset's name, for the window's title.
    QString name() const;

    const DocumentKind& kind() const { return m_kind; }
    /// The name that "Save as" proposes.
    QString suggestedFileName() const { return name() + QLatin1String(m_kind.suffix); }

    /// The title that stands above exported pictures; changing it is a step of undo.
    virtual QString title() const = 0;
    virtual void setTitle(const QString& title) = 0;

    /// Goes back to what the file has; false if the history does not reach that far.
    bool undoToClean();

    /// Opens a file of its kind, or a picture with one inside.
    Result<void> open(const QString& path);
    /// What another run of the program goes on with: a file's text, or that of a draft, and where it came from. Of a
    /// blank one it has what a file needs.
    struct Draft {
        std::string text;
        bool isBlank = false;
        Origin origin;
    };
    virtual Draft draft() const = 0;
    /// What of it people look at, which is no change to save or to undo: sessions keep it.
    virtual QJsonObject look() const { return {}; }
    virtual void setLook(const QJsonObject&) {}

    /// Writes it to path(), which is not empty.
    Result<void> save() { return saveAs(m_path); }
    /// Writes it and makes `path` its file.
    Result<void> saveAs(const QString& path);

signals:
    /// What follows is another document than what was before; changed() comes next.
    void opened();
    /// The content is another one.
    void changed();
    /// Name, path or cleanness are others.
    void fileChanged();
    /// look() is another one.
    void lookChanged();
    void refused(const QString& why);

protected:
    Document(const DocumentKind& kind, QObject* parent);

    /// The file that it would be saved as, or why it cannot be.
    virtual Result<std::string> contents() const = 0;
    /// The file has it all now.
    virtual void wasSaved() {}

    /// Forgets the history, for content of another origin.
    void startOver(const Origin& origin);
    /// Within a step of undo, to content of another origin: whether its file has it all, once the step is done.
    void setOrigin(const Origin& origin);

private:
    const DocumentKind& m_kind;
    QUndoStack m_undo;
    QString m_path;
    QString m_name;
    bool m_becomesClean = false;  // with the step of undo that is being made
};

/// The content that starts a document of class D over.
template <class D, class Value>
DocumentContent contentOf(Value value) {
    return {QString::fromStdString(value.title), [value = std::move(value)](Document& document, const Origin& origin) {
                static_cast<D&>(document).start(value, origin);
            }};
}

/// A file's name as documents show it: without folder and suffix.
QString documentName(const QString& path);

}  // namespace bubblescope
