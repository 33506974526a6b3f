#pragma once

#include <QObject>
#include <QUndoStack>

#include "engine/core/result.h"

#include <string>

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

    /// Where save() writes; empty for a preset, a picture and what was never saved.
    const QString& path() const { return m_path; }
    bool isClean() const { return m_undo.isClean(); }
    /// "default": the file's or the preset's name, for the window's title.
    QString name() const;

    /// What a file of it is called: "Scenarios", and its suffix: ".bubble.json".
    virtual QString kindOfFile() const = 0;
    virtual QString suffix() const = 0;
    /// The name that "Save as" proposes.
    QString suggestedFileName() const { return name() + suffix(); }

    /// The title that stands above exported pictures; changing it is a step of undo.
    virtual QString title() const = 0;
    virtual void setTitle(const QString& title) = 0;

    /// Goes back to what the file has; false if the history does not reach that far.
    bool undoToClean();

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
    void refused(const QString& why);

protected:
    explicit Document(QObject* parent);

    /// The file that it would be saved as, or why it cannot be.
    virtual Result<std::string> contents() const = 0;

    /// Forgets the history, for content of another origin.
    void startOver(const QString& name, const QString& path, bool clean);
    void setOrigin(const QString& name, const QString& path);

private:
    QUndoStack m_undo;
    QString m_path;
    QString m_name;
};

/// A file's name as documents show it: without folder and suffix.
QString documentName(const QString& path);

}  // namespace bubblescope
