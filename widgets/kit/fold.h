#pragma once

#include <QAbstractButton>
#include <QWidget>

namespace bubblescope {

/// The heading of a section that can be folded away: a section label with a chevron. Folded, it says in a few words
/// what is in there.
class FoldHeading : public QAbstractButton {
    Q_OBJECT
public:
    explicit FoldHeading(const QString& title, QWidget* parent = nullptr);

    /// Shown while folded.
    void setSummary(const QString& text);

    QSize sizeHint() const override { return {120, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_summary;
};

/// A section of the form: the heading and what it folds away.
class Fold : public QWidget {
    Q_OBJECT
public:
    Fold(const QString& title, QWidget* content, QWidget* parent = nullptr);

    bool isOpen() const { return m_heading->isChecked(); }
    void setOpen(bool isOpen) { m_heading->setChecked(isOpen); }
    FoldHeading* heading() const { return m_heading; }

private:
    FoldHeading* m_heading = nullptr;
};

}  // namespace bubblescope
